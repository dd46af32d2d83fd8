package io.metasched.resource.actor;

/** Marker of messages that may leave the JVM, encoded as CBOR (reference.conf binds it). */
public interface CborSerializable {}
