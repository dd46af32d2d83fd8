package io.metasched.service.book;

import java.time.Instant;

/**
 * A node that sells nothing until it is resumed.
 *
 * @param node its name
 * @param mode what becomes of its bookings
 * @param reason in words of whoever drained it, foreign text
 * @param by who drained it
 * @param since when
 */
public record DrainRecord(String node, DrainMode mode, String reason, String by, Instant since) {}
