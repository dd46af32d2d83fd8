package io.metasched.metascheduler.deployment;

import io.metasched.resource.actor.CborSerializable;

/** Marker of messages that are not counted, because they only report statistics. */
interface NotCounted extends CborSerializable {}
