package io.metasched.resource.actor;

/** Marks messages that may leave the JVM; they travel as CBOR (reference.conf binds it). */
public interface CborSerializable {}
