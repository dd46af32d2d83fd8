/** References to owners that the actors of several systems share: domains and providers. */
@NullMarked
package io.metasched.metascheduler.actor;

import org.jspecify.annotations.NullMarked;
