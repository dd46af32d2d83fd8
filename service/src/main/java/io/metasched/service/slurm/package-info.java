/**
 * Slurm's commands, answered from the book: their options, and the formats of their output. Clients
 * are scripts that only send their arguments and print the answer.
 */
@NullMarked
package io.metasched.service.slurm;

import org.jspecify.annotations.NullMarked;
