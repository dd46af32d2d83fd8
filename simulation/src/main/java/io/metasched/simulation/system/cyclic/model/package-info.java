/** The scenario of scheduling cycles, its event schedule and the steps of a run. */
@NullMarked
package io.metasched.simulation.system.cyclic.model;

import org.jspecify.annotations.NullMarked;
