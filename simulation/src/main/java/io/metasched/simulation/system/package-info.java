/**
 * Registries of the systems, their translations, experiments and benches; one subpackage per
 * system.
 */
@NullMarked
package io.metasched.simulation.system;

import org.jspecify.annotations.NullMarked;
