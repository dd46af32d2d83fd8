/** The journals of event-sourced actors: events, snapshots, and how actors recover from them. */
@NullMarked
package io.metasched.resource.actor.journal;

import org.jspecify.annotations.NullMarked;
