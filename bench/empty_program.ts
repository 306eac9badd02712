/** A program that does nothing: the floor for the start-up of every compiled program. */
