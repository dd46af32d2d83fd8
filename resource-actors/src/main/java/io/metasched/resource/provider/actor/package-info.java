/** Provider as an actor: the authority for the processors of a cluster. */
@NullMarked
package io.metasched.resource.provider.actor;

import org.jspecify.annotations.NullMarked;
