/**
 * A virtual organization's desk, without its actor: it takes jobs in, opens cycles, plans, and goes
 * through a plan step by step. A step that needs the owners is handed out and goes on with their
 * answer, so that they may be called or sent messages. Time passes elsewhere.
 */
@NullMarked
package io.metasched.metascheduler.desk;

import org.jspecify.annotations.NullMarked;
