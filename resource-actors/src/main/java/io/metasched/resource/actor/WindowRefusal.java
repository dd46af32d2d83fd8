package io.metasched.resource.actor;

import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.Refusal;

/**
 * An owner's no to a job's window.
 *
 * @param node id of the owner's node
 */
public record WindowRefusal(JobId job, int node, Refusal reason) {}
