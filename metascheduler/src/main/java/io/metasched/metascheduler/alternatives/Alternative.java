package io.metasched.metascheduler.alternatives;

import io.metasched.resource.model.Window;

/**
 * A window kept as a choice for a job.
 *
 * @param proven whether the search knew it to be best in the job's criterion when it was found
 */
public record Alternative(Window window, boolean proven) {}
