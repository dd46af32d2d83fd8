/**
 * The vocabulary of the job flow as immutable records: jobs and the reasons why something happened
 * to them. Nothing here schedules.
 */
@NullMarked
package io.metasched.metascheduler.model;

import org.jspecify.annotations.NullMarked;
