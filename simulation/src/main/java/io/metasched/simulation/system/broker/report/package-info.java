/** The page of a run of brokers and agents. */
@NullMarked
package io.metasched.simulation.system.broker.report;

import org.jspecify.annotations.NullMarked;
