package io.metasched.service.book;

import java.time.Instant;

/**
 * Drained node, which sells nothing until it is resumed.
 *
 * @param node name of the node
 * @param mode treatment of the node's bookings
 * @param reason text by the principal that drained the node; untrusted
 * @param by principal that drained the node
 * @param since time of the drain
 */
public record DrainRecord(String node, DrainMode mode, String reason, String by, Instant since) {}
