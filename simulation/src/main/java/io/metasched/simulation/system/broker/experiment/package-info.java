/**
 * The tables and figures of the broker-agent paper as experiments. How tasks are placed is in the
 * packages they measure.
 */
@NullMarked
package io.metasched.simulation.system.broker.experiment;

import org.jspecify.annotations.NullMarked;
