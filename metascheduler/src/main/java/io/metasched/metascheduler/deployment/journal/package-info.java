/**
 * Persistence of the events of a deployment: the tables of the database, a server for the JVMs of
 * one machine, and the journals of the actors. The packages of the actors define the events.
 */
@NullMarked
package io.metasched.metascheduler.deployment.journal;

import org.jspecify.annotations.NullMarked;
