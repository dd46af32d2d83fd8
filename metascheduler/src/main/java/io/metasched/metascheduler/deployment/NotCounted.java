package io.metasched.metascheduler.deployment;

import io.metasched.resource.actor.CborSerializable;

/** Marks messages that are not counted, since they only report what has been counted. */
interface NotCounted extends CborSerializable {}
