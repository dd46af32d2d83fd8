/**
 * The actors of a virtual organization: the metascheduler, which plans and books cycle after cycle
 * for the users, its session with the domains in each cycle, its booker, and the users. They
 * receive, wait and answer; what is decided is decided by the desk and its policy.
 */
@NullMarked
package io.metasched.metascheduler.actor;

import org.jspecify.annotations.NullMarked;
