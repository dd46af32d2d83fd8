/**
 * One cycle as data: the snapshot a policy sees, and the plan with one decision per job that it
 * answers with. How a policy decides is not known here.
 */
@NullMarked
package io.metasched.metascheduler.cycle;

import org.jspecify.annotations.NullMarked;
