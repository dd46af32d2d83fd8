package io.metasched.metascheduler.alternatives;

import io.metasched.resource.model.Window;

/**
 * Window kept as an alternative of a job.
 *
 * @param window the window
 * @param proven whether the window was known to be best in the job's criterion when it was found
 */
public record Alternative(Window window, boolean proven) {}
