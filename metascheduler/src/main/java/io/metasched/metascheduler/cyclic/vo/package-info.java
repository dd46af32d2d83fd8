/** Accounts of the users of a virtual organization. */
@NullMarked
package io.metasched.metascheduler.cyclic.vo;

import org.jspecify.annotations.NullMarked;
