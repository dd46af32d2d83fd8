/**
 * Workflows: jobs with edges between them, planned as a whole. A policy computes windows for all
 * jobs from one snapshot; it books nothing and keeps no state.
 */
@NullMarked
package io.metasched.metascheduler.workflow;

import org.jspecify.annotations.NullMarked;
