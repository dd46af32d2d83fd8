package io.metasched.resource.actor;

import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.Refusal;

/**
 * Refusal of a job's window by an owner.
 *
 * @param job id of the job
 * @param node id of the owner's node
 * @param reason reason of the refusal
 */
public record WindowRefusal(JobId job, int node, Refusal reason) {}
