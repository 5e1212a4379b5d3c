# bash completion for runtrackd                            -*- shell-script -*-

_runtrackd() {
    local cur prev words cword
    _init_completion -n = || return

    local verbs="run replay status start pause resume lap mark finish check repair config"
    local verb=${words[1]-}
    if ((cword == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$verbs --help --version" -- "$cur")
        return
    fi

    # The value of the option before the cursor; --name=VALUE and --name VALUE are the same.
    local option=$prev
    if [[ $cur == --*=* ]]; then
        option=${cur%%=*}
        cur=${cur#*=}
    fi
    case $option in
        --config | --status | --gpx | --photo | --control)
            _filedir
            return
            ;;
        --output)
            if [[ $verb == replay ]]; then _filedir -d; else _filedir; fi
            return
            ;;
        --format)
            mapfile -t COMPREPLY < <(compgen -W "text line json waybar" -- "$cur")
            return
            ;;
        --sport)
            mapfile -t COMPREPLY < <(compgen -W "run walk hike ride" -- "$cur")
            return
            ;;
        --geocoder)
            mapfile -t COMPREPLY < <(compgen -W "gazetteer placeholder nominatim none" -- "$cur")
            return
            ;;
        --weather)
            mapfile -t COMPREPLY < <(compgen -W "none open-meteo met-norway openweathermap" -- "$cur")
            return
            ;;
        --speed)
            mapfile -t COMPREPLY < <(compgen -W "max 1 10 60" -- "$cur")
            return
            ;;
        --set)
            # Section and key as the program itself lists them; the value is the person's.
            local keys
            keys=$("${words[0]}" config 2>/dev/null | awk '/^\[/ { s = substr($1, 2, length($1) - 2) } / = / { print s "." $1 "=" }')
            mapfile -t COMPREPLY < <(compgen -W "$keys" -- "$cur")
            compopt -o nospace
            return
            ;;
        --kind)
            return
            ;;
    esac

    if [[ $cur == -* ]]; then
        # As the verb's own help lists them.
        local options
        options=$("${words[0]}" "$verb" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        return
    fi
    case $verb in
        replay | check | repair) _filedir '@(gpx|gpx.gz|log|json)' ;;
    esac
} && complete -F _runtrackd runtrackd

# ex: filetype=sh
