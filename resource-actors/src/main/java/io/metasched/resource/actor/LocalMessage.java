package io.metasched.resource.actor;

/** Marker of messages that never leave the JVM, although others of their family may. */
public interface LocalMessage {}
