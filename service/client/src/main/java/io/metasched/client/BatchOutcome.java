package io.metasched.client;

import java.util.Optional;

/**
 * Outcome of one job of a batch.
 *
 * @param id id of the job, if it was accepted
 * @param replayed whether the job was submitted by an earlier request with the same key
 * @param problem cause of the refusal, if it was refused
 */
public record BatchOutcome(Optional<String> id, boolean replayed, Optional<Problem> problem) {}
