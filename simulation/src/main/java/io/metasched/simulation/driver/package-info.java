/**
 * Drivers of runs: the engine loop, actors in one JVM, and, in a subpackage, actors over several
 * JVMs. Independent of any system.
 */
@NullMarked
package io.metasched.simulation.driver;

import org.jspecify.annotations.NullMarked;
