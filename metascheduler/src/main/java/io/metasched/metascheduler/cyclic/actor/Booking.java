package io.metasched.metascheduler.cyclic.actor;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;

/**
 * Job with its booked window.
 *
 * @param job the job
 * @param window the whole window
 */
public record Booking(JobId job, Window window) {}
