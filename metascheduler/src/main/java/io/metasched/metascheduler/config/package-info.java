/** Settings of this module, read once and validated; reference.conf documents them. */
@NullMarked
package io.metasched.metascheduler.config;

import org.jspecify.annotations.NullMarked;
