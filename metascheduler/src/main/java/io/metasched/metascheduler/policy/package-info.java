/**
 * Scheduling policies, one readable file each, and {@link
 * io.metasched.metascheduler.policy.Policies}, their registry. A policy turns a snapshot into a
 * plan; it books nothing and keeps nothing from one cycle to the next.
 */
@NullMarked
package io.metasched.metascheduler.policy;

import org.jspecify.annotations.NullMarked;
