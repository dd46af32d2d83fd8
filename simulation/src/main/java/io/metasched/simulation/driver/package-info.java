/**
 * What drives a run: the engine loop, actors in one JVM, and below it the same over several JVMs.
 * Knows no system.
 */
@NullMarked
package io.metasched.simulation.driver;

import org.jspecify.annotations.NullMarked;
