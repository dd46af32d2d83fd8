/**
 * Results held against each other: two runs job by job, two studies replication by replication.
 * Which files results have is known to {@code result}, how comparisons are shown to {@code report}.
 */
@NullMarked
package io.metasched.simulation.comparison;

import org.jspecify.annotations.NullMarked;
