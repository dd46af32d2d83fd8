/**
 * The driver that plays a world through real actors: the keeper of time, which lets each event
 * happen in its turn, and the guardian that brings owners, metaschedulers and users to life.
 */
@NullMarked
package io.metasched.simulation.actor;

import org.jspecify.annotations.NullMarked;
