/** Registries of the systems, their translations and experiments; one subpackage per system. */
@NullMarked
package io.metasched.simulation.system;

import org.jspecify.annotations.NullMarked;
