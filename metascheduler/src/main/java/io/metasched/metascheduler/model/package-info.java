/**
 * Vocabulary of the job flow as immutable records: jobs and the reasons of refusals and
 * postponements. This package schedules nothing.
 */
@NullMarked
package io.metasched.metascheduler.model;

import org.jspecify.annotations.NullMarked;
