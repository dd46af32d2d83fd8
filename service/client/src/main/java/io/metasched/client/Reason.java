package io.metasched.client;

/**
 * Reason of a state or a refusal.
 *
 * @param code code of the cause, such as {@code no-window}; the name to rely on
 * @param text explanation with numbers, for people
 */
public record Reason(String code, String text) {}
