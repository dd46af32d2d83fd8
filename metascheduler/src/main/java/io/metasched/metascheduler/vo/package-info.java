/** What a virtual organization keeps of its users: their accounts. */
@NullMarked
package io.metasched.metascheduler.vo;

import org.jspecify.annotations.NullMarked;
