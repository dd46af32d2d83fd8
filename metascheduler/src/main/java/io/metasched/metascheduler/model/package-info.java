/**
 * The vocabulary of planning: jobs, batches of jobs, alternatives, budgets and cycles, as immutable
 * records that validate themselves. No policy belongs here; what owners have is named in {@code
 * io.metasched.resource.model}.
 */
@NullMarked
package io.metasched.metascheduler.model;

import org.jspecify.annotations.NullMarked;
