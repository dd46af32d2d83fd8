/**
 * One cycle as data: the snapshot given to a policy, and its plan with one decision per job. This
 * package contains no policies.
 */
@NullMarked
package io.metasched.metascheduler.cycle;

import org.jspecify.annotations.NullMarked;
