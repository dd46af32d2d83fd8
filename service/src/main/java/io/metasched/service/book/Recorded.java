package io.metasched.service.book;

import java.time.Instant;

/**
 * Event in the book.
 *
 * @param seq number of the event, from 1, without gaps
 * @param at time of writing
 * @param by principal or part of the service that caused the event
 * @param request id of the request that caused the event; empty if no request caused it
 */
public record Recorded(long seq, Instant at, String by, String request, BookEvent event) {}
