/** The scenario of two levels, its jobs and the steps of a run. */
@NullMarked
package io.metasched.simulation.system.twolevel.model;

import org.jspecify.annotations.NullMarked;
