package io.metasched.metascheduler.actor;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;

/**
 * A job and the window it is booked in.
 *
 * @param job the job
 * @param window all its parts
 */
public record Booking(JobId job, Window window) {}
