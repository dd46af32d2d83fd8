/**
 * Scheduling policies, one per file, and {@link io.metasched.metascheduler.policy.Policies}, their
 * registry. A policy computes a plan from a snapshot; it books nothing and keeps no state between
 * cycles.
 */
@NullMarked
package io.metasched.metascheduler.policy;

import org.jspecify.annotations.NullMarked;
