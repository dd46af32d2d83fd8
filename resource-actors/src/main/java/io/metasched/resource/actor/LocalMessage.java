package io.metasched.resource.actor;

/**
 * Marker of messages that never leave the JVM, although other messages of the same protocol may.
 */
public interface LocalMessage {}
