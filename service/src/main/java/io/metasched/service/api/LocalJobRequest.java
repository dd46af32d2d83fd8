package io.metasched.service.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Request for a job of an owner's local users.
 *
 * @param notBefore earliest start; empty for now
 */
public record LocalJobRequest(String name, Duration duration, Optional<Instant> notBefore) {}
