package io.metasched.simulation.cluster;

import io.metasched.resource.actor.CborSerializable;

/** Marks messages that are not counted, since they only tell what has been counted. */
interface Unmetered extends CborSerializable {}
