/**
 * Replicated measurements: trials with seeds of their own, run on several threads with a result
 * that does not depend on their number, and the statistics of what they observed. What is measured
 * is not known here.
 */
@NullMarked
package io.metasched.simulation.replication;

import org.jspecify.annotations.NullMarked;
