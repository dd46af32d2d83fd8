/** The scenario of reservations on a multiprocessor, its requests and the steps of a run. */
@NullMarked
package io.metasched.simulation.system.rectangles.model;

import org.jspecify.annotations.NullMarked;
