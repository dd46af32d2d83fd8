/** Journals of event-sourced actors: events, snapshots, and the recovery of actors from them. */
@NullMarked
package io.metasched.resource.actor.journal;

import org.jspecify.annotations.NullMarked;
