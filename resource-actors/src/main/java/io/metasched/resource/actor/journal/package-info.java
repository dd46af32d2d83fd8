/** What actors write down, so that they come to life again as they were. */
@NullMarked
package io.metasched.resource.actor.journal;

import org.jspecify.annotations.NullMarked;
