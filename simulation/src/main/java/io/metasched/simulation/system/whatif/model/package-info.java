/** The scenario of flexible reservations, its jobs and requests, and the steps of a run. */
@NullMarked
package io.metasched.simulation.system.whatif.model;

import org.jspecify.annotations.NullMarked;
